CREATE TABLE "factoring_partner" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"partner" text,
	"name" text NOT NULL,
	"anschrift" text NOT NULL,
	"refinanzierung" text NOT NULL,
	"form" text NOT NULL,
	"form_source" text NOT NULL,
	"form_day" text NOT NULL,
	"created_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"task_id" text NOT NULL,
	"parts" jsonb,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"at" bigint NOT NULL,
	"undo_until" bigint NOT NULL,
	"undone_at" bigint,
	"file_id" text
);
--> statement-breakpoint
ALTER TABLE "envelope" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "envelope" ADD COLUMN "voided_by" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "replaces" text;--> statement-breakpoint
CREATE INDEX "factoring_partner_cid" ON "factoring_partner" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "withdrawal_task" ON "withdrawal" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "withdrawal_patid" ON "withdrawal" USING btree ("cid","patid");