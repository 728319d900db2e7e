CREATE INDEX `document_sha256` ON `document` (`cid`,`sha256`);--> statement-breakpoint
CREATE INDEX `task_presented` ON `task` (`cid`,`presented_pdf_sha256`);