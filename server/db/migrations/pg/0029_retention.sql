CREATE TABLE "erasure_item" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"run_id" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"patid" text,
	"year" integer NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"blobs" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"at" bigint
);
--> statement-breakpoint
CREATE TABLE "erasure_run" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"released_by" text NOT NULL,
	"released_by_name" text NOT NULL,
	"released_at" bigint NOT NULL,
	"run_after" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"stopped_by_name" text,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_hold" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"set_by_name" text NOT NULL,
	"set_at" bigint NOT NULL,
	"lifted_at" bigint,
	"lifted_by" text,
	"lifted_by_name" text
);
--> statement-breakpoint
CREATE TABLE "person_export" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"state" text NOT NULL,
	"sha256" text,
	"size" bigint,
	"asked_by" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"expires_at" bigint,
	"taken_at" bigint
);
--> statement-breakpoint
CREATE TABLE "restriction" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"reason" text NOT NULL,
	"until" text NOT NULL,
	"set_by" text NOT NULL,
	"set_by_name" text NOT NULL,
	"set_at" bigint NOT NULL,
	"lifted_at" bigint,
	"lifted_by" text,
	"lifted_by_name" text
);
--> statement-breakpoint
CREATE INDEX "erasure_item_run" ON "erasure_item" USING btree ("cid","run_id");--> statement-breakpoint
CREATE INDEX "erasure_item_patid" ON "erasure_item" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "erasure_run_cid" ON "erasure_run" USING btree ("cid","released_at");--> statement-breakpoint
CREATE INDEX "legal_hold_patid" ON "legal_hold" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "person_export_patid" ON "person_export" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "person_export_state" ON "person_export" USING btree ("cid","state","expires_at");--> statement-breakpoint
CREATE INDEX "restriction_patid" ON "restriction" USING btree ("cid","patid");