ALTER TABLE `document` ADD `voided_at` integer;--> statement-breakpoint
ALTER TABLE `document` ADD `voided_by` text;--> statement-breakpoint
ALTER TABLE `document` ADD `voided_by_name` text;--> statement-breakpoint
ALTER TABLE `document` ADD `void_note` text;--> statement-breakpoint
ALTER TABLE `document` ADD `moved_to` text;