CREATE TABLE `contract_span` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`plan` text NOT NULL,
	`net_cents` integer NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `contract_span_from` ON `contract_span` (`cid`,`from_at`);