CREATE TABLE `ticket` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`helpdeskid` text NOT NULL,
	`area` text NOT NULL,
	`priority` text NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`opened_by` text NOT NULL,
	`opened_name` text NOT NULL,
	`last_at` integer NOT NULL,
	`last_side` text NOT NULL,
	`due_at` integer,
	`solved_at` integer,
	`assignee_id` text,
	`assignee_name` text,
	`rating` text,
	`rating_text` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_helpdeskid` ON `ticket` (`helpdeskid`);--> statement-breakpoint
CREATE INDEX `ticket_last` ON `ticket` (`cid`,`last_at`);--> statement-breakpoint
CREATE INDEX `ticket_due` ON `ticket` (`due_at`);--> statement-breakpoint
CREATE TABLE `ticket_entry` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`at` integer NOT NULL,
	`side` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`state` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_entry_ticket` ON `ticket_entry` (`cid`,`ticket_id`,`at`);