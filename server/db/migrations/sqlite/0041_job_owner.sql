DROP INDEX `job_key`;--> statement-breakpoint
ALTER TABLE `job` ADD `owner` text;--> statement-breakpoint
CREATE UNIQUE INDEX `job_key` ON `job` (`cid`,`key`);