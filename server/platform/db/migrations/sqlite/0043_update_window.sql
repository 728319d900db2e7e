ALTER TABLE `praxis` ADD `update_window` text;--> statement-breakpoint
CREATE INDEX `praxis_update_window` ON `praxis` (`update_window`);