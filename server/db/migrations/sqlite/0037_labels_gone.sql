ALTER TABLE `abrechnungslabel` ADD `gone_at` integer;--> statement-breakpoint
ALTER TABLE `plan_label` ADD `gone_at` integer;