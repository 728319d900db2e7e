CREATE TABLE `issued_licence` (
	`cid` text NOT NULL,
	`tenant` text NOT NULL,
	`seq` integer NOT NULL,
	`serialnumber` text NOT NULL,
	`file` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`is_by_hand` integer NOT NULL,
	PRIMARY KEY(`cid`, `tenant`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `licence` (
	`cid` text PRIMARY KEY NOT NULL,
	`file` text,
	`seq` integer NOT NULL,
	`noticed_at` integer NOT NULL,
	`seats_over_since` integer,
	`tablets_over_since` integer
);
