ALTER TABLE `doctosync` ADD `sends_persons` integer;--> statement-breakpoint
ALTER TABLE `export_item` ADD `changes` text;