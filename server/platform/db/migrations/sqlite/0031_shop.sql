CREATE TABLE `shop_cart` (
	`cid` text NOT NULL,
	`tenant` text NOT NULL,
	`user_id` text NOT NULL,
	`sku` text NOT NULL,
	`quantity` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`reserved` integer NOT NULL,
	`reserved_until` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `tenant`, `user_id`, `sku`)
);
--> statement-breakpoint
CREATE INDEX `shop_cart_at` ON `shop_cart` (`at`);--> statement-breakpoint
CREATE TABLE `shop_order` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`number` text NOT NULL,
	`tenant` text NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`lines` text NOT NULL,
	`address` text NOT NULL,
	`note` text NOT NULL,
	`expected_on` text,
	`tracking` text,
	`at` integer NOT NULL,
	`state_at` integer NOT NULL,
	`billed_at` integer,
	`credited_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shop_order_number` ON `shop_order` (`number`);--> statement-breakpoint
CREATE INDEX `shop_order_tenant` ON `shop_order` (`tenant`,`at`);--> statement-breakpoint
CREATE INDEX `shop_order_state` ON `shop_order` (`state`,`at`);--> statement-breakpoint
CREATE TABLE `shop_product` (
	`cid` text NOT NULL,
	`sku` text NOT NULL,
	`name_de` text NOT NULL,
	`name_en` text NOT NULL,
	`kind` text NOT NULL,
	`fits` text NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_percent` integer NOT NULL,
	`stock` integer NOT NULL,
	`is_on` integer NOT NULL,
	PRIMARY KEY(`cid`, `sku`)
);
