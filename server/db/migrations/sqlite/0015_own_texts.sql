CREATE TABLE `own_text` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`rev` integer NOT NULL,
	`template` text NOT NULL,
	`sha256` text NOT NULL,
	`languages` text NOT NULL,
	`based_on` text,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`published_at` integer,
	PRIMARY KEY(`cid`, `id`, `version`)
);
