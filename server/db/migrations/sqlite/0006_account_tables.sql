CREATE TABLE `access_grant` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`ticket` text NOT NULL,
	`may_write` integer NOT NULL,
	`is_nameless` integer NOT NULL,
	`patids` text,
	`code_hash` text,
	`tries` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`approved_at` integer,
	`approved_by` text,
	`expires_at` integer,
	`ended_at` integer,
	`reviewed_at` integer,
	`reviewed_by` text
);
--> statement-breakpoint
CREATE INDEX `access_grant_cid` ON `access_grant` (`cid`,`asked_at`);--> statement-breakpoint
CREATE INDEX `access_grant_user` ON `access_grant` (`user_id`);--> statement-breakpoint
CREATE TABLE `api_token` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`tail` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_token_hash` ON `api_token` (`hash`);--> statement-breakpoint
CREATE INDEX `api_token_cid` ON `api_token` (`cid`);--> statement-breakpoint
CREATE TABLE `audit_head` (
	`cid` text NOT NULL,
	`day` text NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`signature` blob NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `day`)
);
--> statement-breakpoint
CREATE TABLE `image` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`sha256` text NOT NULL,
	`mime` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`size` integer NOT NULL,
	`purpose` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `image_cid` ON `image` (`cid`);--> statement-breakpoint
CREATE TABLE `known_device` (
	`hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`factor_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `known_device_user` ON `known_device` (`user_id`);--> statement-breakpoint
CREATE TABLE `login_step` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`user_id` text,
	`long_login` integer NOT NULL,
	`code_hash` text,
	`challenge` text,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_step_expires` ON `login_step` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`key` text NOT NULL,
	`template` text NOT NULL,
	`language` text NOT NULL,
	`sealed` blob NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`message_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_key` ON `mail` (`cid`,`key`);--> statement-breakpoint
CREATE INDEX `mail_created` ON `mail` (`cid`,`created_at`);--> statement-breakpoint
CREATE INDEX `mail_message` ON `mail` (`message_id`);--> statement-breakpoint
CREATE TABLE `mail_suppression` (
	`cid` text NOT NULL,
	`hash` text NOT NULL,
	`sealed` blob NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	`nonce` text NOT NULL,
	PRIMARY KEY(`cid`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `news_read` (
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`news_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `news_id`)
);
--> statement-breakpoint
CREATE TABLE `one_time_link` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `one_time_user` ON `one_time_link` (`user_id`);--> statement-breakpoint
CREATE INDEX `one_time_expires` ON `one_time_link` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`cloned_at` integer
);
--> statement-breakpoint
CREATE INDEX `passkey_user` ON `passkey` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_user` ON `recovery_code` (`user_id`);--> statement-breakpoint
CREATE TABLE `terms_acceptance` (
	`cid` text NOT NULL,
	`version` text NOT NULL,
	`sha256` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `version`)
);
