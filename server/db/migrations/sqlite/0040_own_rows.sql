DROP INDEX `answers_task`;--> statement-breakpoint
CREATE INDEX `answers_note` ON `answers` (`cid`,`adds_to`) WHERE adds_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `answers_task` ON `answers` (`cid`,`task_id`);--> statement-breakpoint
DROP INDEX `document_patid`;--> statement-breakpoint
DROP INDEX `document_task`;--> statement-breakpoint
CREATE INDEX `document_own` ON `document` (`cid`,`file_id`);--> statement-breakpoint
CREATE INDEX `document_patid` ON `document` (`cid`,`patid`,`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `document_task` ON `document` (`cid`,`task_id`);--> statement-breakpoint
DROP INDEX `envelope_task`;--> statement-breakpoint
CREATE UNIQUE INDEX `envelope_task` ON `envelope` (`cid`,`task_id`);--> statement-breakpoint
DROP INDEX `mappe_tablet`;--> statement-breakpoint
CREATE INDEX `mappe_own` ON `mappe` (`cid`,`id`,`tablet_id`);--> statement-breakpoint
CREATE INDEX `mappe_tablet` ON `mappe` (`cid`,`tablet_id`);--> statement-breakpoint
DROP INDEX `task_mappe`;--> statement-breakpoint
CREATE INDEX `task_own` ON `task` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `task_mappe` ON `task` (`cid`,`mappe_id`);--> statement-breakpoint
DROP INDEX `termin_patid`;--> statement-breakpoint
CREATE INDEX `termin_patid` ON `termin` (`cid`,`patid`,`day`);--> statement-breakpoint
CREATE INDEX `patient_name` ON `patient` (`cid`,`last_name`);--> statement-breakpoint
CREATE INDEX `patient_merged` ON `patient` (`cid`,`merged_into`) WHERE merged_into is not null;