ALTER TABLE `task` ADD `voided_at` integer;--> statement-breakpoint
ALTER TABLE `task` ADD `void_reason` text;--> statement-breakpoint
ALTER TABLE `task` ADD `voided_by` text;