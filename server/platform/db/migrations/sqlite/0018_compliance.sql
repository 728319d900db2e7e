CREATE TABLE `breach` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`aware_at` integer NOT NULL,
	`text` text NOT NULL,
	`people` integer,
	`measures` text NOT NULL,
	`decision` text NOT NULL,
	`reason` text NOT NULL,
	`reported_at` integer,
	`informed_at` integer,
	`rev` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `compliance_point` (
	`cid` text NOT NULL,
	`point` text NOT NULL,
	`state` text NOT NULL,
	`note` text NOT NULL,
	`next_day` text,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`cid`, `point`)
);
--> statement-breakpoint
CREATE TABLE `compliance_profile` (
	`cid` text PRIMARY KEY NOT NULL,
	`people` integer NOT NULL,
	`has_large_devices` integer NOT NULL
);
