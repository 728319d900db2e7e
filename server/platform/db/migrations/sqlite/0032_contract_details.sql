ALTER TABLE `contract` ADD `net_cents` integer;--> statement-breakpoint
ALTER TABLE `contract_act` ADD `name` text;--> statement-breakpoint
ALTER TABLE `contract_act` ADD `failed_at` integer;--> statement-breakpoint
ALTER TABLE `contract_act` ADD `link_hash` text;--> statement-breakpoint
CREATE INDEX `contract_act_link` ON `contract_act` (`link_hash`);--> statement-breakpoint
ALTER TABLE `payment_change` ADD `act_id` text;--> statement-breakpoint
ALTER TABLE `vendor_request` ADD `failure` text;