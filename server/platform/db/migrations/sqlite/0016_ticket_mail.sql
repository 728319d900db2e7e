CREATE TABLE `stray_mail` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`message_id` text NOT NULL,
	`at` integer NOT NULL,
	`sender` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`removed` integer NOT NULL,
	`files` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stray_mail_message` ON `stray_mail` (`cid`,`message_id`);--> statement-breakpoint
CREATE INDEX `stray_mail_sender` ON `stray_mail` (`cid`,`sender`,`at`);--> statement-breakpoint
CREATE TABLE `ticket_mail` (
	`cid` text NOT NULL,
	`message_id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`at` integer NOT NULL,
	`way` text NOT NULL,
	PRIMARY KEY(`cid`, `message_id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_mail_message` ON `ticket_mail` (`message_id`);--> statement-breakpoint
CREATE INDEX `ticket_mail_ticket` ON `ticket_mail` (`cid`,`ticket_id`,`at`);--> statement-breakpoint
ALTER TABLE `ticket` ADD `mail_word` text;--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_mail_word` ON `ticket` (`mail_word`);--> statement-breakpoint
ALTER TABLE `ticket_entry` ADD `via` text;--> statement-breakpoint
ALTER TABLE `ticket_entry` ADD `removed` integer;--> statement-breakpoint
ALTER TABLE `ticket_entry` ADD `left_out` integer;