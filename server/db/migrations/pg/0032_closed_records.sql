CREATE TABLE "restriction_opening" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"at" bigint NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_export" ADD COLUMN "done" integer;--> statement-breakpoint
ALTER TABLE "person_export" ADD COLUMN "total" integer;--> statement-breakpoint
ALTER TABLE "restriction" ADD COLUMN "erased_at" bigint;--> statement-breakpoint
CREATE INDEX "restriction_opening_patid" ON "restriction_opening" USING btree ("cid","patid","at");