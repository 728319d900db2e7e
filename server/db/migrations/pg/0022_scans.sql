CREATE TABLE "scan_page" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"file_sha256" text NOT NULL,
	"number" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"turn" integer NOT NULL,
	"source" text NOT NULL,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"at" bigint NOT NULL,
	"task_id" text,
	"page" integer,
	"of" integer,
	"state" text NOT NULL,
	"state_at" bigint NOT NULL,
	"hint" text,
	"form" text,
	"patid" text,
	"file_id" text,
	"undo_until" bigint,
	"decided_by" text,
	"decided_by_name" text,
	"reason" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "scan_page_file" ON "scan_page" USING btree ("cid","file_sha256","number");--> statement-breakpoint
CREATE INDEX "scan_page_state" ON "scan_page" USING btree ("cid","state","state_at");--> statement-breakpoint
CREATE INDEX "scan_page_task" ON "scan_page" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "scan_page_document" ON "scan_page" USING btree ("cid","file_id");