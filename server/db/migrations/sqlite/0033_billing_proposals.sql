CREATE TABLE `abrechnung_abgabe` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kzv` text NOT NULL,
	`bereich` text NOT NULL,
	`zeitraum` text NOT NULL,
	`mit_frueheren` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`undone_by` text,
	`undone_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `abrechnung_einstellung` (
	`cid` text PRIMARY KEY NOT NULL,
	`mit_vertretung` integer NOT NULL,
	`mit_anderen_traegern` integer NOT NULL,
	`schalter` text NOT NULL,
	`schwellen` text NOT NULL,
	`label_config` text NOT NULL,
	`rev` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `abrechnungslabel` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `abrechnungslabel_on` (
	`cid` text NOT NULL,
	`label_id` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `label_id`, `patid`, `tag`, `regel`, `zahn`)
);
--> statement-breakpoint
CREATE INDEX `abrechnungslabel_on_day` ON `abrechnungslabel_on` (`cid`,`patid`,`tag`);--> statement-breakpoint
CREATE TABLE `eigene_regel` (
	`cid` text NOT NULL,
	`regel` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`eingabe` text NOT NULL,
	`rev` integer NOT NULL,
	`test` text,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `regel`, `version`)
);
--> statement-breakpoint
CREATE TABLE `regel_schalter` (
	`cid` text NOT NULL,
	`regel` text NOT NULL,
	`is_on` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `regel`)
);
--> statement-breakpoint
CREATE TABLE `vorschlag` (
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`state` text NOT NULL,
	`grund` text,
	`comment` text NOT NULL,
	`fund` text NOT NULL,
	`regel_version` integer NOT NULL,
	`first_at` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`rev` integer NOT NULL,
	PRIMARY KEY(`cid`, `patid`, `tag`, `regel`, `zahn`)
);
--> statement-breakpoint
CREATE INDEX `vorschlag_state` ON `vorschlag` (`cid`,`state`);--> statement-breakpoint
CREATE INDEX `vorschlag_tag` ON `vorschlag` (`cid`,`tag`);--> statement-breakpoint
CREATE TABLE `vorschlag_verlauf` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`rev` integer NOT NULL,
	`state` text NOT NULL,
	`grund` text,
	`comment` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `vorschlag_verlauf_day` ON `vorschlag_verlauf` (`cid`,`patid`,`tag`);