ALTER TABLE `document` ADD `upload_kind` text;--> statement-breakpoint
ALTER TABLE `document` ADD `uploaded_by` text;