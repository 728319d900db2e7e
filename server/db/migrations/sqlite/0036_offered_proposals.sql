CREATE TABLE `vorschlag_angeboten` (
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `patid`, `tag`, `regel`, `zahn`)
);
--> statement-breakpoint
CREATE INDEX `vorschlag_angeboten_at` ON `vorschlag_angeboten` (`cid`,`at`);--> statement-breakpoint
ALTER TABLE `abrechnung_einstellung` ADD `kzv` text;--> statement-breakpoint
ALTER TABLE `vorschlag` ADD `offered_at` integer;