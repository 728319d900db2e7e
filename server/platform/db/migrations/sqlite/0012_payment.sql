CREATE TABLE `contract` (
	`cid` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`subscription_id` text,
	`plan` text,
	`next_plan` text,
	`started_at` integer,
	`period_end` integer,
	`is_ending` integer NOT NULL,
	`ended_at` integer,
	`method_id` text,
	`method_kind` text,
	`last4` text,
	`mandate` text,
	`payer` text,
	`open_since` integer,
	`step` integer NOT NULL,
	`step_at` integer NOT NULL,
	`fetched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contract_customer` ON `contract` (`customer_id`);--> statement-breakpoint
CREATE TABLE `payment_change` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`plan` text,
	`session_id` text,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `payment_invoice` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`number` text,
	`status` text NOT NULL,
	`at` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`is_attempted` integer NOT NULL,
	`is_processing` integer NOT NULL,
	`disputed_cents` integer NOT NULL,
	`recovered_cents` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `payment_invoice_at` ON `payment_invoice` (`cid`,`at`);--> statement-breakpoint
CREATE TABLE `stripe_event` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `stripe_event_at` ON `stripe_event` (`at`);