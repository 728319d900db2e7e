ALTER TABLE `printed_paper` ADD `by_name` text;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `data` text;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `risk_cents` integer;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `back_at` integer;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `back_by_name` text;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `file_id` text;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `filed_at` integer;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `voided_at` integer;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `voided_by_name` text;--> statement-breakpoint
ALTER TABLE `printed_paper` ADD `void_note` text;