DROP INDEX "answers_task";--> statement-breakpoint
DROP INDEX "document_patid";--> statement-breakpoint
DROP INDEX "document_task";--> statement-breakpoint
DROP INDEX "envelope_task";--> statement-breakpoint
DROP INDEX "mappe_tablet";--> statement-breakpoint
DROP INDEX "task_mappe";--> statement-breakpoint
DROP INDEX "termin_patid";--> statement-breakpoint
CREATE INDEX "answers_note" ON "answers" USING btree ("cid","adds_to") WHERE adds_to is not null;--> statement-breakpoint
CREATE INDEX "document_own" ON "document" USING btree ("cid","file_id");--> statement-breakpoint
CREATE INDEX "mappe_own" ON "mappe" USING btree ("cid","id","tablet_id");--> statement-breakpoint
CREATE INDEX "patient_name" ON "patient" USING btree ("cid","last_name");--> statement-breakpoint
CREATE INDEX "patient_merged" ON "patient" USING btree ("cid","merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "task_own" ON "task" USING btree ("cid","task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "answers_task" ON "answers" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "document_patid" ON "document" USING btree ("cid","patid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "document_task" ON "document" USING btree ("cid","task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "envelope_task" ON "envelope" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "mappe_tablet" ON "mappe" USING btree ("cid","tablet_id");--> statement-breakpoint
CREATE INDEX "task_mappe" ON "task" USING btree ("cid","mappe_id");--> statement-breakpoint
CREATE INDEX "termin_patid" ON "termin" USING btree ("cid","patid","day");