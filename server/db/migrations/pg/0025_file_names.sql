CREATE INDEX "document_sha256" ON "document" USING btree ("cid","sha256");--> statement-breakpoint
CREATE INDEX "task_presented" ON "task" USING btree ("cid","presented_pdf_sha256");