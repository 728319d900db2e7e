CREATE TABLE `access_token` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`session_id` text,
	`tablet_id` text,
	`security_epoch` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `access_expires` ON `access_token` (`expires_at`);--> statement-breakpoint
CREATE TABLE `attempt` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_start` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit` (
	`cid` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`type` text NOT NULL,
	`actor` text NOT NULL,
	`data` text NOT NULL,
	`person` text,
	`prev` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`cid`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `audit_person` (
	`cid` text NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`patid` text NOT NULL,
	PRIMARY KEY(`cid`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `blob` (
	`cid` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`mime` text NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `sha256`)
);
--> statement-breakpoint
CREATE TABLE `document` (
	`file_id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`task_id` text,
	`sha256` text NOT NULL,
	`title` text NOT NULL,
	`mime` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `document_cid` ON `document` (`cid`,`at`);--> statement-breakpoint
CREATE INDEX `document_patid` ON `document` (`cid`,`patid`);--> statement-breakpoint
CREATE UNIQUE INDEX `document_task` ON `document` (`task_id`);--> statement-breakpoint
CREATE TABLE `draft` (
	`task_id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`device` text NOT NULL,
	`task_rev` integer NOT NULL,
	`draft_rev` integer NOT NULL,
	`page` integer NOT NULL,
	`of` integer NOT NULL,
	`bytes` blob NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `envelope` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`task_id` text NOT NULL,
	`prev_envelope_id` text,
	`op_id` text NOT NULL,
	`data_sha256` text NOT NULL,
	`presented_pdf_sha256` text NOT NULL,
	`final_sha256` text NOT NULL,
	`point_files` text NOT NULL,
	`salt` text,
	`signers` text NOT NULL,
	`evidence` text,
	`level` text NOT NULL,
	`signed_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`sealed_at` integer,
	`voided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `envelope_task` ON `envelope` (`task_id`);--> statement-breakpoint
CREATE INDEX `envelope_cid` ON `envelope` (`cid`);--> statement-breakpoint
CREATE TABLE `feed` (
	`tablet_id` text NOT NULL,
	`seq` integer NOT NULL,
	`cid` text NOT NULL,
	`op` text NOT NULL,
	`task_id` text,
	`mappe_id` text,
	`body` blob,
	`at` integer NOT NULL,
	PRIMARY KEY(`tablet_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `first_user_token` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`security_epoch` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`run_after` integer NOT NULL,
	`locked_until` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_key` ON `job` (`key`);--> statement-breakpoint
CREATE INDEX `job_due` ON `job` (`state`,`run_after`);--> statement-breakpoint
CREATE TABLE `mappe` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patids` text NOT NULL,
	`signers` text NOT NULL,
	`language` text NOT NULL,
	`text_scale` integer NOT NULL,
	`identified_by` text,
	`tablet_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`paper_copy_wished_at` integer,
	`paper_copy_done_at` integer,
	`wrong_person_at` integer
);
--> statement-breakpoint
CREATE INDEX `mappe_cid` ON `mappe` (`cid`,`created_at`);--> statement-breakpoint
CREATE INDEX `mappe_tablet` ON `mappe` (`tablet_id`);--> statement-breakpoint
CREATE TABLE `op` (
	`device` text NOT NULL,
	`inc` text NOT NULL,
	`n` integer NOT NULL,
	`id` text NOT NULL,
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`task_id` text NOT NULL,
	`task_rev` integer NOT NULL,
	`schema` integer NOT NULL,
	`sha256` text NOT NULL,
	`header` text NOT NULL,
	`bytes` blob NOT NULL,
	`result` text NOT NULL,
	`code` text,
	`received_at` integer NOT NULL,
	`settled_at` integer,
	`settled_by` text,
	PRIMARY KEY(`device`, `inc`, `n`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `op_id` ON `op` (`id`);--> statement-breakpoint
CREATE INDEX `op_task` ON `op` (`cid`,`task_id`);--> statement-breakpoint
CREATE TABLE `op_head` (
	`device` text NOT NULL,
	`inc` text NOT NULL,
	`cid` text NOT NULL,
	`n` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`device`, `inc`)
);
--> statement-breakpoint
CREATE TABLE `patient` (
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`title` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`geburtsdatum` text NOT NULL,
	`street` text NOT NULL,
	`plz` text NOT NULL,
	`city` text NOT NULL,
	`herkunft` text NOT NULL,
	`merged_into` text,
	`created_at` integer NOT NULL,
	`search` text NOT NULL,
	PRIMARY KEY(`cid`, `patid`)
);
--> statement-breakpoint
CREATE INDEX `patient_search` ON `patient` (`cid`,`search`);--> statement-breakpoint
CREATE TABLE `practice_key` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`purpose` text NOT NULL,
	`wrapped` blob,
	`public_jwk` text,
	`certificate` blob,
	`created_at` integer NOT NULL,
	`retired_at` integer
);
--> statement-breakpoint
CREATE INDEX `practice_key_cid` ON `practice_key` (`cid`,`purpose`);--> statement-breakpoint
CREATE TABLE `praxis` (
	`cid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`settings` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `r4c` (
	`r4c_uuid` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`r4chost` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `r4c_host` ON `r4c` (`r4chost`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_hash` text,
	`rotated_at` integer,
	`long_login` integer NOT NULL,
	`security_epoch` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`absolute_until` integer NOT NULL,
	`step_up_until` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_refresh` ON `session` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `tablet` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`r4c_uuid` text NOT NULL,
	`name` text NOT NULL,
	`posture` text NOT NULL,
	`sign_key` text NOT NULL,
	`seal_key` text NOT NULL,
	`token_hash` text NOT NULL,
	`gate` text NOT NULL,
	`exceptions` text NOT NULL,
	`user_agent` text NOT NULL,
	`inc` text,
	`high_n` integer NOT NULL,
	`ack_n` integer NOT NULL,
	`safe_n` integer NOT NULL,
	`feed_seq` integer NOT NULL,
	`health` text,
	`activity` text,
	`activity_at` integer,
	`help_at` integer,
	`help_answered_at` integer,
	`lost_submissions` integer,
	`registered_at` integer NOT NULL,
	`last_seen_at` integer,
	`lease_until` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `tablet_cid` ON `tablet` (`cid`);--> statement-breakpoint
CREATE UNIQUE INDEX `tablet_token` ON `tablet` (`token_hash`);--> statement-breakpoint
CREATE TABLE `tablet_code` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`r4c_uuid` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`used_at` integer
);
--> statement-breakpoint
CREATE TABLE `tablet_nonce` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`tablet_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tablet_pending` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`r4c_uuid` text NOT NULL,
	`secret_hash` text NOT NULL,
	`number` text NOT NULL,
	`sign_key` text NOT NULL,
	`seal_key` text NOT NULL,
	`gate` text NOT NULL,
	`user_agent` text NOT NULL,
	`requested_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`tablet_id` text
);
--> statement-breakpoint
CREATE INDEX `tablet_pending_cid` ON `tablet_pending` (`cid`,`state`);--> statement-breakpoint
CREATE TABLE `task` (
	`task_id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`mappe_id` text NOT NULL,
	`position` integer NOT NULL,
	`patid` text NOT NULL,
	`kind` text NOT NULL,
	`template` text NOT NULL,
	`title` text NOT NULL,
	`form_requirement` text NOT NULL,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`task_rev` integer NOT NULL,
	`data` text NOT NULL,
	`data_sha256` text NOT NULL,
	`presented_pdf_sha256` text,
	`presented_bytes` integer,
	`boxes` text,
	`renderer` text,
	`page` integer NOT NULL,
	`of` integer NOT NULL,
	`talk` text NOT NULL,
	`read` text,
	`attention` text,
	`started_at` integer,
	`submitted_at` integer,
	`filed_at` integer,
	`filed_by` text,
	`export` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `task_mappe` ON `task` (`mappe_id`);--> statement-breakpoint
CREATE INDEX `task_state` ON `task` (`cid`,`state`);--> statement-breakpoint
CREATE TABLE `termin` (
	`cid` text NOT NULL,
	`termin_id` text NOT NULL,
	`patid` text NOT NULL,
	`day` text NOT NULL,
	`time` text NOT NULL,
	`minutes` integer NOT NULL,
	`zimmer` text NOT NULL,
	`behandler` text NOT NULL,
	`art` text NOT NULL,
	PRIMARY KEY(`cid`, `termin_id`)
);
--> statement-breakpoint
CREATE INDEX `termin_day` ON `termin` (`cid`,`day`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`lastname` text NOT NULL,
	`role` text NOT NULL,
	`behandler` integer NOT NULL,
	`password_hash` text NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email`);--> statement-breakpoint
CREATE INDEX `user_cid` ON `user` (`cid`);