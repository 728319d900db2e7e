ALTER TABLE `session` ADD `agent` text;--> statement-breakpoint
ALTER TABLE `session` ADD `device_id` text;--> statement-breakpoint
ALTER TABLE `session` ADD `factor` text;--> statement-breakpoint
ALTER TABLE `session` ADD `locked_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `password_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_secret` blob;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `totp_step` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `mail_factor` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `pin_hash` text;--> statement-breakpoint
ALTER TABLE `user` ADD `settings` text;--> statement-breakpoint
ALTER TABLE `user` ADD `avatar_id` text;