CREATE TABLE `fleet_change` (
	`cid` text NOT NULL,
	`at` integer NOT NULL,
	`light` text NOT NULL,
	`reasons` text NOT NULL,
	PRIMARY KEY(`cid`, `at`)
);
--> statement-breakpoint
CREATE INDEX `fleet_change_at` ON `fleet_change` (`at`);--> statement-breakpoint
CREATE TABLE `fleet_state` (
	`cid` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`light` text NOT NULL,
	`rank` integer NOT NULL,
	`since` integer NOT NULL,
	`reasons` text NOT NULL,
	`facts` text NOT NULL,
	`search` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fleet_state_rank` ON `fleet_state` (`rank`,`since`);