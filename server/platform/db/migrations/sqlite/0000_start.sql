CREATE TABLE `abrechnung_abgabe` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kzv` text NOT NULL,
	`bereich` text NOT NULL,
	`zeitraum` text NOT NULL,
	`mit_frueheren` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`undone_by` text,
	`undone_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `abrechnung_einstellung` (
	`cid` text PRIMARY KEY NOT NULL,
	`mit_vertretung` integer NOT NULL,
	`mit_anderen_traegern` integer NOT NULL,
	`schalter` text NOT NULL,
	`schwellen` text NOT NULL,
	`label_config` text NOT NULL,
	`rev` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`kzv` text
);
--> statement-breakpoint
CREATE TABLE `abrechnungslabel` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`position` integer NOT NULL,
	`gone_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `abrechnungslabel_on` (
	`cid` text NOT NULL,
	`label_id` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `label_id`, `patid`, `tag`, `regel`, `zahn`)
);
--> statement-breakpoint
CREATE INDEX `abrechnungslabel_on_day` ON `abrechnungslabel_on` (`cid`,`patid`,`tag`);--> statement-breakpoint
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
CREATE TABLE `answers` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`task_id` text,
	`form` text NOT NULL,
	`form_sha256` text NOT NULL,
	`title` text NOT NULL,
	`language` text NOT NULL,
	`response` text NOT NULL,
	`answered_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`tablet_id` text,
	`recorded_by` text,
	`adds_to` text,
	`problems` text NOT NULL,
	`origin` text,
	`unmatched_id` text
);
--> statement-breakpoint
CREATE INDEX `answers_patid` ON `answers` (`cid`,`patid`,`answered_at`);--> statement-breakpoint
CREATE INDEX `answers_cid` ON `answers` (`cid`,`received_at`);--> statement-breakpoint
CREATE INDEX `answers_note` ON `answers` (`cid`,`adds_to`) WHERE adds_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `answers_task` ON `answers` (`cid`,`task_id`);--> statement-breakpoint
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
CREATE TABLE `arrival` (
	`cid` text NOT NULL,
	`day` text NOT NULL,
	`patid` text NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`left_room_at` integer,
	PRIMARY KEY(`cid`, `day`, `patid`)
);
--> statement-breakpoint
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
CREATE INDEX `audit_opened` ON `audit` (`cid`,`actor`,`at`) WHERE type in ('patient.viewed', 'document.viewed', 'document.printed', 'answers.viewed', 'answers.on_chair');--> statement-breakpoint
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
CREATE TABLE `audit_person` (
	`cid` text NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`patid` text NOT NULL,
	PRIMARY KEY(`cid`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `backup_config` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text,
	`target_since` integer,
	`every_minutes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `backup_run` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`ok` integer NOT NULL,
	`code` text,
	`facts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `backup_run_at` ON `backup_run` (`kind`,`started_at`);--> statement-breakpoint
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
CREATE TABLE `dashboard_settings` (
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`settings` text NOT NULL,
	`version` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `user_id`)
);
--> statement-breakpoint
CREATE TABLE `doctosync` (
	`cid` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`settings` text NOT NULL,
	`markers` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
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
	`at` integer NOT NULL,
	`upload_kind` text,
	`uploaded_by` text,
	`voided_at` integer,
	`voided_by` text,
	`voided_by_name` text,
	`void_note` text,
	`moved_to` text
);
--> statement-breakpoint
CREATE INDEX `document_cid` ON `document` (`cid`,`at`);--> statement-breakpoint
CREATE INDEX `document_patid` ON `document` (`cid`,`patid`,`at`);--> statement-breakpoint
CREATE INDEX `document_sha256` ON `document` (`cid`,`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `document_task` ON `document` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `document_own` ON `document` (`cid`,`file_id`);--> statement-breakpoint
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
CREATE TABLE `eigene_regel` (
	`cid` text NOT NULL,
	`regel` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`eingabe` text NOT NULL,
	`rev` integer NOT NULL,
	`test` text,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `regel`, `version`)
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
	`voided_at` integer,
	`void_reason` text,
	`voided_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `envelope_task` ON `envelope` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `envelope_cid` ON `envelope` (`cid`);--> statement-breakpoint
CREATE TABLE `erasure_item` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`run_id` text NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`patid` text,
	`year` integer NOT NULL,
	`state` text NOT NULL,
	`why` text,
	`blobs` text NOT NULL,
	`counts` text NOT NULL,
	`at` integer
);
--> statement-breakpoint
CREATE INDEX `erasure_item_run` ON `erasure_item` (`cid`,`run_id`);--> statement-breakpoint
CREATE INDEX `erasure_item_patid` ON `erasure_item` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `erasure_run` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`origin` text NOT NULL,
	`state` text NOT NULL,
	`released_by` text NOT NULL,
	`released_by_name` text NOT NULL,
	`released_at` integer NOT NULL,
	`run_after` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`stopped_by_name` text,
	`counts` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erasure_run_cid` ON `erasure_run` (`cid`,`released_at`);--> statement-breakpoint
CREATE TABLE `export_item` (
	`cid` text NOT NULL,
	`task_id` text NOT NULL,
	`target` text NOT NULL,
	`patid` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`files` text NOT NULL,
	`marker` text,
	`attempts` integer NOT NULL,
	`error` text,
	`queued_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`done_by` text,
	PRIMARY KEY(`cid`, `task_id`, `target`)
);
--> statement-breakpoint
CREATE INDEX `export_item_state` ON `export_item` (`cid`,`state`,`queued_at`);--> statement-breakpoint
CREATE TABLE `factoring_partner` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`partner` text,
	`name` text NOT NULL,
	`anschrift` text NOT NULL,
	`refinanzierung` text NOT NULL,
	`form` text NOT NULL,
	`form_source` text NOT NULL,
	`form_day` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `factoring_partner_cid` ON `factoring_partner` (`cid`);--> statement-breakpoint
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
CREATE TABLE `form` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`rev` integer NOT NULL,
	`questionnaire` text NOT NULL,
	`sha256` text NOT NULL,
	`languages` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`published_at` integer,
	PRIMARY KEY(`cid`, `id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `home_link` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`form_id` text NOT NULL,
	`language` text NOT NULL,
	`patid` text,
	`label` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`mailed_at` integer,
	`used_at` integer,
	`ended_at` integer,
	`ended_by` text,
	`answers` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `home_link_hash` ON `home_link` (`hash`);--> statement-breakpoint
CREATE INDEX `home_link_cid` ON `home_link` (`cid`,`created_at`);--> statement-breakpoint
CREATE INDEX `home_link_patid` ON `home_link` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `hvm_config` (
	`cid` text NOT NULL,
	`region` text NOT NULL,
	`jahr` integer NOT NULL,
	`quartal` integer NOT NULL,
	`config` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `region`, `jahr`, `quartal`)
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
CREATE TABLE `import_item` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`what` text NOT NULL,
	`file_name` text NOT NULL,
	`at` integer NOT NULL,
	`outcome` text NOT NULL,
	`error` text,
	`patid` text,
	`count` integer NOT NULL,
	`seen_at` integer,
	`seen_by` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `import_item_at` ON `import_item` (`cid`,`at`);--> statement-breakpoint
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
	`done_at` integer,
	`owner` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_key` ON `job` (`cid`,`key`);--> statement-breakpoint
CREATE INDEX `job_due` ON `job` (`state`,`run_after`);--> statement-breakpoint
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
CREATE TABLE `kzv_brief` (
	`cid` text NOT NULL,
	`jahr` integer NOT NULL,
	`quartal` integer NOT NULL,
	`nr` text NOT NULL,
	`je100` real NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `jahr`, `quartal`, `nr`)
);
--> statement-breakpoint
CREATE TABLE `legal_hold` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`reason` text NOT NULL,
	`set_by` text NOT NULL,
	`set_by_name` text NOT NULL,
	`set_at` integer NOT NULL,
	`lifted_at` integer,
	`lifted_by` text,
	`lifted_by_name` text
);
--> statement-breakpoint
CREATE INDEX `legal_hold_patid` ON `legal_hold` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `letter_template` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
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
CREATE INDEX `mappe_tablet` ON `mappe` (`cid`,`tablet_id`);--> statement-breakpoint
CREATE INDEX `mappe_own` ON `mappe` (`cid`,`id`,`tablet_id`);--> statement-breakpoint
CREATE TABLE `mappe_rules` (
	`cid` text PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`version` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `master_change` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`patid` text NOT NULL,
	`field` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`answers_id` text NOT NULL,
	`answered_at` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`recorded_by` text,
	`confirmed` text,
	`state` text NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`noted_at` integer,
	`noted_by` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `master_change_state` ON `master_change` (`cid`,`state`,`proposed_at`);--> statement-breakpoint
CREATE INDEX `master_change_patid` ON `master_change` (`cid`,`patid`,`state`);--> statement-breakpoint
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
CREATE TABLE `online_termin` (
	`cid` text NOT NULL,
	`termin_id` text NOT NULL,
	`uid` text NOT NULL,
	`source` text NOT NULL,
	`sequence` integer NOT NULL,
	`stamp` integer NOT NULL,
	`state` text NOT NULL,
	`patid` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`geburtsdatum` text NOT NULL,
	`day` text NOT NULL,
	`time` text NOT NULL,
	`minutes` integer NOT NULL,
	`zimmer` text NOT NULL,
	`behandler` text NOT NULL,
	`art` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `termin_id`)
);
--> statement-breakpoint
CREATE INDEX `online_termin_state` ON `online_termin` (`cid`,`state`,`day`);--> statement-breakpoint
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
CREATE INDEX `op_stored` ON `op` (`cid`,`device`,`inc`,`n`) WHERE result = 'stored';--> statement-breakpoint
CREATE INDEX `op_parked` ON `op` (`cid`,`received_at`) WHERE result = 'parked' and settled_at is null;--> statement-breakpoint
CREATE TABLE `op_head` (
	`device` text NOT NULL,
	`inc` text NOT NULL,
	`cid` text NOT NULL,
	`n` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`device`, `inc`)
);
--> statement-breakpoint
CREATE TABLE `own_text` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`rev` integer NOT NULL,
	`template` text NOT NULL,
	`sha256` text NOT NULL,
	`languages` text NOT NULL,
	`based_on` text,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`published_at` integer,
	PRIMARY KEY(`cid`, `id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `paper_set` (
	`cid` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by_name` text NOT NULL,
	`sheets` text NOT NULL,
	`languages` text NOT NULL
);
--> statement-breakpoint
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
	`gender` text,
	`country` text,
	`birthplace` text,
	`mobile` text,
	`landline` text,
	`phone` text,
	`email` text,
	`herkunft` text NOT NULL,
	`merged_into` text,
	`created_at` integer NOT NULL,
	`search` text NOT NULL,
	PRIMARY KEY(`cid`, `patid`)
);
--> statement-breakpoint
CREATE INDEX `patient_search` ON `patient` (`cid`,`search`);--> statement-breakpoint
CREATE INDEX `patient_birth` ON `patient` (`cid`,`geburtsdatum`);--> statement-breakpoint
CREATE INDEX `patient_name` ON `patient` (`cid`,`last_name`);--> statement-breakpoint
CREATE INDEX `patient_merged` ON `patient` (`cid`,`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
CREATE TABLE `pattermapi` (
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`word` text NOT NULL,
	`gruppe` text NOT NULL,
	`is_proposed` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`position` integer,
	PRIMARY KEY(`cid`, `kind`, `word`)
);
--> statement-breakpoint
CREATE TABLE `person_export` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`state` text NOT NULL,
	`sha256` text,
	`size` integer,
	`asked_by` text NOT NULL,
	`asked_by_name` text NOT NULL,
	`asked_at` integer NOT NULL,
	`expires_at` integer,
	`taken_at` integer,
	`done` integer,
	`total` integer
);
--> statement-breakpoint
CREATE INDEX `person_export_patid` ON `person_export` (`cid`,`patid`);--> statement-breakpoint
CREATE INDEX `person_export_state` ON `person_export` (`cid`,`state`,`expires_at`);--> statement-breakpoint
CREATE TABLE `plan_label` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`gone_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `plan_label_on` (
	`cid` text NOT NULL,
	`label_id` text NOT NULL,
	`target` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `label_id`, `target`)
);
--> statement-breakpoint
CREATE INDEX `plan_label_on_target` ON `plan_label_on` (`cid`,`target`);--> statement-breakpoint
CREATE TABLE `plan_note` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`text` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `plan_note_target` ON `plan_note` (`cid`,`kind`,`target`);--> statement-breakpoint
CREATE TABLE `plan_step` (
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`step` text NOT NULL,
	`due_at` text,
	`who` text,
	`state` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kind`, `target`)
);
--> statement-breakpoint
CREATE INDEX `plan_step_due` ON `plan_step` (`cid`,`state`,`due_at`);--> statement-breakpoint
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
CREATE TABLE `praxiswert` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`art` text NOT NULL,
	`schluessel` text NOT NULL,
	`wert` real NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text,
	`note` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `praxiswert_key` ON `praxiswert` (`cid`,`art`,`schluessel`);--> statement-breakpoint
CREATE TABLE `printed_paper` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`pages` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`by_name` text,
	`data` text,
	`risk_cents` integer,
	`back_at` integer,
	`back_by_name` text,
	`file_id` text,
	`filed_at` integer,
	`voided_at` integer,
	`voided_by_name` text,
	`void_note` text
);
--> statement-breakpoint
CREATE INDEX `printed_paper_patid` ON `printed_paper` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `profile` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`owner` text,
	`report` text NOT NULL,
	`filter` text NOT NULL,
	`position` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`is_default` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `pvs_arbeitszeit` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`behandler` text,
	`datum` text,
	`von` integer,
	`bis` integer,
	`zimmer` text,
	`typ` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_arbeitszeit_batch` ON `pvs_arbeitszeit` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_batch` (
	`cid` text NOT NULL,
	`batch` integer NOT NULL,
	`run` text NOT NULL,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`way` text NOT NULL,
	`sha256` text,
	`rows` integer NOT NULL,
	`counts` text NOT NULL,
	`refused` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`withdrawn_at` integer,
	`by` text NOT NULL,
	`withdrawn_by` text,
	PRIMARY KEY(`cid`, `batch`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pvs_batch_run` ON `pvs_batch` (`cid`,`run`);--> statement-breakpoint
CREATE TABLE `pvs_behandler` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`titel` text,
	`kuerzel` text,
	`art` text,
	`abrechnend` integer,
	`team` text,
	`stempel` text,
	`eintritt` text,
	`austritt` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_behandler_batch` ON `pvs_behandler` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_bemagoz` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`system` text,
	`nr` text,
	`text` text,
	`punkte` integer,
	`preis` integer,
	`gueltig_von` text,
	`gueltig_bis` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_bemagoz_batch` ON `pvs_bemagoz` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_carried` (
	`cid` text NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`values` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kind`, `id`)
);
--> statement-breakpoint
CREATE TABLE `pvs_epaupload` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_epaupload_batch` ON `pvs_epaupload` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_fehlzeit` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`mitarbeiter` text,
	`von` text,
	`bis` text,
	`art` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_fehlzeit_batch` ON `pvs_fehlzeit` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_hkp` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`art` text,
	`status` text,
	`grund` text,
	`bezeichnung` text,
	`erstellt_am` text,
	`besprochen_am` text,
	`angenommen_am` text,
	`gesendet_am` text,
	`beantwortet_am` text,
	`genehmigt_am` text,
	`termin_am` text,
	`begonnen_am` text,
	`eingegliedert_am` text,
	`abgerechnet_am` text,
	`verworfen_am` text,
	`gueltig_bis` text,
	`honorar_bema` integer,
	`honorar_goz` integer,
	`mat_lab_gkv` integer,
	`mat_lab_privat` integer,
	`gesamt` integer,
	`festzuschuss` integer,
	`eigenanteil` integer,
	`versorgungsart` text,
	`bonus` integer,
	`ebz_status` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_hkp_batch` ON `pvs_hkp` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_hkpposition` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`hkpid` text,
	`system` text,
	`nr` text,
	`zahn` text,
	`menge` integer,
	`faktor` integer,
	`betrag` integer,
	`befund` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_hkpposition_batch` ON `pvs_hkpposition` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_kariesrisiko` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`risiko` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_kariesrisiko_batch` ON `pvs_kariesrisiko` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_leistung` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`abr_behandler` text,
	`zimmer` text,
	`stempel` text,
	`termin_id` text,
	`datum` text,
	`system` text,
	`nr` text,
	`zahn` text,
	`flaechen` text,
	`menge` integer,
	`punkte` integer,
	`faktor` integer,
	`faktorgrund` text,
	`honorar` integer,
	`material` integer,
	`eigenlabor` integer,
	`fremdlabor` integer,
	`betrag` integer,
	`bereich` text,
	`kostentraeger` text,
	`status` text,
	`storno` integer,
	`rechnung_id` text,
	`hkpid` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_leistung_batch` ON `pvs_leistung` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_mapping` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`mapping` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `pvs_mitarbeiter` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`taetigkeit` text,
	`fte` integer,
	`team` text,
	`geburtsdatum` text,
	`eintritt` text,
	`austritt` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_mitarbeiter_batch` ON `pvs_mitarbeiter` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_mkv` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`zahn` text,
	`nr` text,
	`betrag` integer,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_mkv_batch` ON `pvs_mkv` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_params` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`wert` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_params_batch` ON `pvs_params` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_parfall` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`grad` text,
	`status` text,
	`erstellt_am` text,
	`gesendet_am` text,
	`genehmigt_am` text,
	`atg_am` text,
	`mhu_am` text,
	`ait_von` text,
	`ait_bis` text,
	`bev_am` text,
	`cpt_am` text,
	`upt_von` text,
	`upt_bis` text,
	`abgeschlossen_am` text,
	`zaehne_einwurzelig` integer,
	`zaehne_mehrwurzelig` integer,
	`wert` integer,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_parfall_batch` ON `pvs_parfall` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_part` (
	`cid` text NOT NULL,
	`batch` integer NOT NULL,
	`part` integer NOT NULL,
	`entity` text NOT NULL,
	`sha256` text NOT NULL,
	`rows` integer NOT NULL,
	`is_done` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `batch`, `part`)
);
--> statement-breakpoint
CREATE TABLE `pvs_patient` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`titel` text,
	`vorname` text,
	`nachname` text,
	`geburtsdatum` text,
	`geschlecht` text,
	`strasse` text,
	`plz` text,
	`ort` text,
	`land` text,
	`telefon` text,
	`mobil` text,
	`email` text,
	`versicherung` text,
	`kasse` text,
	`kassenart` text,
	`wop` text,
	`pflegegrad` integer,
	`eingliederungshilfe` integer,
	`einrichtung` integer,
	`kooperationsvertrag` integer,
	`beihilfe` integer,
	`bonusjahre` integer,
	`aktiv` integer,
	`erstbesuch` text,
	`quelle` text,
	`stichworte` text,
	`zusammengefuehrt_in` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_patient_batch` ON `pvs_patient` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_prothese` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`art` text,
	`kiefer` text,
	`eingegliedert_am` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_prothese_batch` ON `pvs_prothese` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_psi` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`codes` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_psi_batch` ON `pvs_psi` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_recall` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`art` text,
	`intervall_wochen` integer,
	`faellig_am` text,
	`status` text,
	`termin_id` text,
	`erinnert_am` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_recall_batch` ON `pvs_recall` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_rechnung` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`nummer` text,
	`art` text,
	`datum` text,
	`faellig_am` text,
	`betrag` integer,
	`mahnstufe` integer,
	`storno_am` text,
	`gutschrift_zu` text,
	`beanstandet_am` text,
	`factoringfirma` text,
	`stempel` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_rechnung_batch` ON `pvs_rechnung` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_stempel` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`kzv_nummer` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_stempel_batch` ON `pvs_stempel` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_stichworte` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`kuerzel` text,
	`text` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_stichworte_batch` ON `pvs_stichworte` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_tagesnotiz` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`behandler` text,
	`text` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_tagesnotiz_batch` ON `pvs_tagesnotiz` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_teams` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_teams_batch` ON `pvs_teams` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_termin` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`behandler` text,
	`zimmer` text,
	`terminart` text,
	`start` integer,
	`dauer_min` integer,
	`angelegt_am` integer,
	`status` text,
	`status_am` integer,
	`absage_am` integer,
	`absagegrund` text,
	`ankunft` integer,
	`beginn` integer,
	`ende` integer,
	`neupatient` integer,
	`quelle` text,
	`stichworte` text,
	`hkpid` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_termin_batch` ON `pvs_termin` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_terminarten` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	`gruppe` text,
	`standardgruppe` text,
	`dauer_min` integer,
	`ist_recall` integer,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_terminarten_batch` ON `pvs_terminarten` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_termingruppen` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_termingruppen_batch` ON `pvs_termingruppen` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_warteliste` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`seit` text,
	`bis` text,
	`terminart` text,
	`behandler` text,
	`dauer_min` integer,
	`notiz` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_warteliste_batch` ON `pvs_warteliste` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_zahlung` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`rechnung_id` text,
	`datum` text,
	`betrag` integer,
	`art` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_zahlung_batch` ON `pvs_zahlung` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_zahnbefund` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`patid` text,
	`datum` text,
	`zahn` text,
	`befund` text,
	`flaechen` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_zahnbefund_batch` ON `pvs_zahnbefund` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `pvs_zimmer` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`hash` integer NOT NULL,
	`batch` integer NOT NULL,
	`deleted` integer NOT NULL,
	`name` text,
	PRIMARY KEY(`cid`, `id`, `version`, `hash`, `batch`)
);
--> statement-breakpoint
CREATE INDEX `pvs_zimmer_batch` ON `pvs_zimmer` (`cid`,`batch`);--> statement-breakpoint
CREATE TABLE `r4c` (
	`r4c_uuid` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`r4chost` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `r4c_host` ON `r4c` (`r4chost`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_user` ON `recovery_code` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_sheet` (
	`id` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`fingerprint` text NOT NULL,
	`mac_wrapped` blob NOT NULL,
	`confirm_hash` text,
	`practices` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE INDEX `recovery_sheet_at` ON `recovery_sheet` (`created_at`);--> statement-breakpoint
CREATE TABLE `regel_schalter` (
	`cid` text NOT NULL,
	`regel` text NOT NULL,
	`is_on` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `regel`)
);
--> statement-breakpoint
CREATE TABLE `report_mail` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`report` text NOT NULL,
	`filter` text NOT NULL,
	`weekday` integer,
	`time` text NOT NULL,
	`recipients` text NOT NULL,
	`last_at` integer,
	`by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`title` text,
	`month_day` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `report_note` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`report` text NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `report_note_report` ON `report_note` (`cid`,`report`);--> statement-breakpoint
CREATE TABLE `report_snapshot` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`report` text NOT NULL,
	`filter` text NOT NULL,
	`rows` blob NOT NULL,
	`sha256` text NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `report_snapshot_report` ON `report_snapshot` (`cid`,`report`,`at`);--> statement-breakpoint
CREATE TABLE `restriction` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`reason` text NOT NULL,
	`until` text NOT NULL,
	`set_by` text NOT NULL,
	`set_by_name` text NOT NULL,
	`set_at` integer NOT NULL,
	`lifted_at` integer,
	`lifted_by` text,
	`lifted_by_name` text,
	`erased_at` integer
);
--> statement-breakpoint
CREATE INDEX `restriction_patid` ON `restriction` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `restriction_opening` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`reason` text NOT NULL,
	`by` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `restriction_opening_patid` ON `restriction_opening` (`cid`,`patid`,`at`);--> statement-breakpoint
CREATE TABLE `room_stay` (
	`cid` text NOT NULL,
	`room` text NOT NULL,
	`patid` text NOT NULL,
	`since` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`cid`, `room`)
);
--> statement-breakpoint
CREATE TABLE `scan_page` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`file_sha256` text NOT NULL,
	`number` integer NOT NULL,
	`sha256` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`turn` integer NOT NULL,
	`source` text NOT NULL,
	`by` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	`task_id` text,
	`page` integer,
	`of` integer,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`hint` text,
	`form` text,
	`patid` text,
	`file_id` text,
	`undo_until` integer,
	`decided_by` text,
	`decided_by_name` text,
	`reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scan_page_file` ON `scan_page` (`cid`,`file_sha256`,`number`);--> statement-breakpoint
CREATE INDEX `scan_page_state` ON `scan_page` (`cid`,`state`,`state_at`);--> statement-breakpoint
CREATE INDEX `scan_page_task` ON `scan_page` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `scan_page_document` ON `scan_page` (`cid`,`file_id`);--> statement-breakpoint
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
	`ended_at` integer,
	`agent` text,
	`device_id` text,
	`factor` text,
	`locked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_refresh` ON `session` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `share` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`hash` text NOT NULL,
	`patid` text NOT NULL,
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`second_step` text NOT NULL,
	`is_once` integer NOT NULL,
	`sealed` blob NOT NULL,
	`code_hash` text,
	`tries_left` integer NOT NULL,
	`reset_hash` text,
	`reset_until` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`opened_at` integer,
	`done_at` integer,
	`mailed_at` integer,
	`wished_at` integer,
	`ended_at` integer,
	`ended_by` text,
	`renewed_by` text,
	`step_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_hash` ON `share` (`hash`);--> statement-breakpoint
CREATE INDEX `share_cid` ON `share` (`cid`,`created_at`);--> statement-breakpoint
CREATE INDEX `share_patid` ON `share` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `share_code` (
	`share` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`hash` text NOT NULL,
	`channel` text NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sent` integer NOT NULL,
	`outcome` text
);
--> statement-breakpoint
CREATE TABLE `share_event` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`share` text,
	`at` integer NOT NULL,
	`what` text NOT NULL,
	`item` text
);
--> statement-breakpoint
CREATE INDEX `share_event_share` ON `share_event` (`cid`,`share`,`at`);--> statement-breakpoint
CREATE INDEX `share_event_what` ON `share_event` (`cid`,`what`,`at`);--> statement-breakpoint
CREATE TABLE `share_item` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`share` text NOT NULL,
	`n` integer NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`role` text,
	`title` text NOT NULL,
	`done_at` integer,
	`result_id` text,
	`said` text
);
--> statement-breakpoint
CREATE INDEX `share_item_share` ON `share_item` (`cid`,`share`,`n`);--> statement-breakpoint
CREATE TABLE `share_session` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`share` text NOT NULL,
	`is_open` integer NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `share_session_share` ON `share_session` (`cid`,`share`);--> statement-breakpoint
CREATE INDEX `share_session_ends` ON `share_session` (`ends_at`);--> statement-breakpoint
CREATE TABLE `signature_part` (
	`task_id` text NOT NULL,
	`role` text NOT NULL,
	`cid` text NOT NULL,
	`op_id` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`task_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `sms_gateway` (
	`cid` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`sealed` blob NOT NULL,
	`per_day` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sms_sent` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`number` text NOT NULL,
	`at` integer NOT NULL,
	`purpose` text NOT NULL,
	`outcome` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sms_sent_at` ON `sms_sent` (`cid`,`at`);--> statement-breakpoint
CREATE INDEX `sms_sent_number` ON `sms_sent` (`cid`,`number`,`at`);--> statement-breakpoint
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
	`calls` text,
	`lost_submissions` integer,
	`loss` text,
	`registered_at` integer NOT NULL,
	`last_seen_at` integer,
	`lease_until` integer NOT NULL,
	`revoked_at` integer,
	`guest_of` text
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
CREATE TABLE `takeover` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`mappe_id` text NOT NULL,
	`task_id` text NOT NULL,
	`from_tablet` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`used_at` integer,
	`to_tablet` text
);
--> statement-breakpoint
CREATE INDEX `takeover_from` ON `takeover` (`cid`,`from_tablet`);--> statement-breakpoint
CREATE INDEX `takeover_to` ON `takeover` (`cid`,`to_tablet`);--> statement-breakpoint
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
	`read_in` text,
	`attention` text,
	`started_at` integer,
	`submitted_at` integer,
	`filed_at` integer,
	`filed_by` text,
	`export` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirms` text,
	`replaces` text
);
--> statement-breakpoint
CREATE INDEX `task_mappe` ON `task` (`cid`,`mappe_id`);--> statement-breakpoint
CREATE INDEX `task_own` ON `task` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `task_state` ON `task` (`cid`,`state`);--> statement-breakpoint
CREATE INDEX `task_patid` ON `task` (`cid`,`patid`);--> statement-breakpoint
CREATE INDEX `task_presented` ON `task` (`cid`,`presented_pdf_sha256`);--> statement-breakpoint
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
	`quelle` text,
	PRIMARY KEY(`cid`, `termin_id`)
);
--> statement-breakpoint
CREATE INDEX `termin_day` ON `termin` (`cid`,`day`);--> statement-breakpoint
CREATE INDEX `termin_patid` ON `termin` (`cid`,`patid`,`day`);--> statement-breakpoint
CREATE TABLE `terms_acceptance` (
	`cid` text NOT NULL,
	`version` text NOT NULL,
	`sha256` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `version`)
);
--> statement-breakpoint
CREATE TABLE `unmatched` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`origin` text NOT NULL,
	`home_id` text,
	`tablet_id` text,
	`recorded_by` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`geburtsdatum` text NOT NULL,
	`form` text NOT NULL,
	`form_sha256` text NOT NULL,
	`title` text NOT NULL,
	`language` text NOT NULL,
	`response` text,
	`sha256` text NOT NULL,
	`answered_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`problems` text NOT NULL,
	`state` text NOT NULL,
	`patid` text,
	`answers_id` text,
	`decided_at` integer,
	`decided_by` text,
	`reason` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `unmatched_state` ON `unmatched` (`cid`,`state`,`received_at`);--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`password_at` integer,
	`totp_secret` blob,
	`totp_at` integer,
	`totp_step` integer,
	`mail_factor` integer,
	`pin_hash` text,
	`settings` text,
	`avatar_id` text,
	`may_design` integer,
	`report_grant` text,
	`behandler_id` text,
	`wanted_email` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email`);--> statement-breakpoint
CREATE INDEX `user_cid` ON `user` (`cid`);--> statement-breakpoint
CREATE TABLE `vorschlag` (
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`state` text NOT NULL,
	`grund` text,
	`comment` text NOT NULL,
	`fund` text NOT NULL,
	`regel_version` integer NOT NULL,
	`first_at` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`rev` integer NOT NULL,
	`offered_at` integer,
	PRIMARY KEY(`cid`, `patid`, `tag`, `regel`, `zahn`)
);
--> statement-breakpoint
CREATE INDEX `vorschlag_state` ON `vorschlag` (`cid`,`state`);--> statement-breakpoint
CREATE INDEX `vorschlag_tag` ON `vorschlag` (`cid`,`tag`);--> statement-breakpoint
CREATE TABLE `vorschlag_angeboten` (
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `patid`, `tag`, `regel`, `zahn`)
);
--> statement-breakpoint
CREATE INDEX `vorschlag_angeboten_at` ON `vorschlag_angeboten` (`cid`,`at`);--> statement-breakpoint
CREATE TABLE `vorschlag_verlauf` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`patid` text NOT NULL,
	`tag` text NOT NULL,
	`regel` text NOT NULL,
	`zahn` text NOT NULL,
	`rev` integer NOT NULL,
	`state` text NOT NULL,
	`grund` text,
	`comment` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `vorschlag_verlauf_day` ON `vorschlag_verlauf` (`cid`,`patid`,`tag`);--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`task_id` text NOT NULL,
	`parts` text,
	`by` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`file_id` text
);
--> statement-breakpoint
CREATE INDEX `withdrawal_task` ON `withdrawal` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `withdrawal_patid` ON `withdrawal` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `ziel` (
	`cid` text NOT NULL,
	`kennzahl` text NOT NULL,
	`behandler` text NOT NULL,
	`valid_from` text NOT NULL,
	`value` real,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `kennzahl`, `behandler`, `valid_from`)
);--> statement-breakpoint
-- The audit chain only grows: rows are never changed or removed.
CREATE TRIGGER `audit_no_update` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END;
