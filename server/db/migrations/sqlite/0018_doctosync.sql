CREATE TABLE `doctosync` (
	`cid` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`settings` text NOT NULL,
	`markers` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `export_item` (
	`cid` text NOT NULL,
	`task_id` text NOT NULL,
	`target` text NOT NULL,
	`patid` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`files` text NOT NULL,
	`marker` text,
	`attempts` integer NOT NULL,
	`error` text,
	`queued_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`done_by` text,
	PRIMARY KEY(`cid`, `task_id`, `target`)
);
--> statement-breakpoint
CREATE INDEX `export_item_state` ON `export_item` (`cid`,`state`,`queued_at`);--> statement-breakpoint
CREATE TABLE `import_item` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`what` text NOT NULL,
	`file_name` text NOT NULL,
	`at` integer NOT NULL,
	`outcome` text NOT NULL,
	`error` text,
	`patid` text,
	`count` integer NOT NULL,
	`seen_at` integer,
	`seen_by` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `import_item_at` ON `import_item` (`cid`,`at`);--> statement-breakpoint
CREATE TABLE `online_termin` (
	`cid` text NOT NULL,
	`termin_id` text NOT NULL,
	`uid` text NOT NULL,
	`source` text NOT NULL,
	`sequence` integer NOT NULL,
	`stamp` integer NOT NULL,
	`state` text NOT NULL,
	`patid` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`geburtsdatum` text NOT NULL,
	`day` text NOT NULL,
	`time` text NOT NULL,
	`minutes` integer NOT NULL,
	`zimmer` text NOT NULL,
	`behandler` text NOT NULL,
	`art` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `termin_id`)
);
--> statement-breakpoint
CREATE INDEX `online_termin_state` ON `online_termin` (`cid`,`state`,`day`);