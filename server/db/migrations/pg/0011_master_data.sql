CREATE TABLE "master_change" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"patid" text NOT NULL,
	"field" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"answers_id" text NOT NULL,
	"answered_at" bigint NOT NULL,
	"proposed_at" bigint NOT NULL,
	"recorded_by" text,
	"confirmed" text,
	"state" text NOT NULL,
	"decided_at" bigint,
	"decided_by" text,
	"noted_at" bigint,
	"noted_by" text,
	CONSTRAINT "master_change_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "gender" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "birthplace" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "mobile" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "landline" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "email" text;--> statement-breakpoint
CREATE INDEX "master_change_state" ON "master_change" USING btree ("cid","state","proposed_at");--> statement-breakpoint
CREATE INDEX "master_change_patid" ON "master_change" USING btree ("cid","patid","state");