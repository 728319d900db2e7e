CREATE TABLE `contract_act` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`reason` text NOT NULL,
	`user_id` text NOT NULL,
	`second_id` text,
	`at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `contract_act_at` ON `contract_act` (`cid`,`at`);--> statement-breakpoint
CREATE TABLE `vendor_request` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`tenant` text NOT NULL,
	`open_key` text NOT NULL,
	`state` text NOT NULL,
	`payload` text NOT NULL,
	`added` text,
	`reason` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`answered_id` text,
	`answered_by` text,
	`answered_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vendor_request_open` ON `vendor_request` (`cid`,`open_key`);--> statement-breakpoint
CREATE INDEX `vendor_request_at` ON `vendor_request` (`cid`,`at`);