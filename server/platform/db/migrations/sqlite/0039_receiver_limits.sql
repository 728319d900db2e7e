ALTER TABLE `doctosync` ADD `number_most` integer;--> statement-breakpoint
ALTER TABLE `doctosync` ADD `comment_most` integer;