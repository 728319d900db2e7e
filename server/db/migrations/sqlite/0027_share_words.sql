ALTER TABLE `share` ADD `step_reason` text;--> statement-breakpoint
ALTER TABLE `share_code` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `share_item` ADD `said` text;