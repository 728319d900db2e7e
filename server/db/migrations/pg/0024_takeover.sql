CREATE TABLE "takeover" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"mappe_id" text NOT NULL,
	"task_id" text NOT NULL,
	"from_tablet" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint,
	"used_at" bigint,
	"to_tablet" text
);
--> statement-breakpoint
ALTER TABLE "tablet" ADD COLUMN "guest_of" text;--> statement-breakpoint
CREATE INDEX "takeover_from" ON "takeover" USING btree ("cid","from_tablet");--> statement-breakpoint
CREATE INDEX "takeover_to" ON "takeover" USING btree ("cid","to_tablet");