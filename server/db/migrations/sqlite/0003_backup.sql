CREATE TABLE `backup_config` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text,
	`target_since` integer,
	`every_minutes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `backup_run` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`ok` integer NOT NULL,
	`code` text,
	`facts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `backup_run_at` ON `backup_run` (`kind`,`started_at`);--> statement-breakpoint
CREATE TABLE `recovery_sheet` (
	`id` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`fingerprint` text NOT NULL,
	`mac_wrapped` blob NOT NULL,
	`confirm_hash` text,
	`practices` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_sheet_at` ON `recovery_sheet` (`created_at`);