ALTER TABLE `practice_key` ADD `retired_from` integer;--> statement-breakpoint
ALTER TABLE `practice_key` ADD `retired_reason` text;