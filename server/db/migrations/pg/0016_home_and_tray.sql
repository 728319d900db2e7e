CREATE TABLE "home_link" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"form_id" text NOT NULL,
	"language" text NOT NULL,
	"patid" text,
	"label" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"mailed_at" bigint,
	"used_at" bigint,
	"ended_at" bigint,
	"ended_by" text,
	"answers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unmatched" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"origin" text NOT NULL,
	"home_id" text,
	"tablet_id" text,
	"recorded_by" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"geburtsdatum" text NOT NULL,
	"form" text NOT NULL,
	"form_sha256" text NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"response" jsonb,
	"sha256" text NOT NULL,
	"answered_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"problems" jsonb NOT NULL,
	"state" text NOT NULL,
	"patid" text,
	"answers_id" text,
	"decided_at" bigint,
	"decided_by" text,
	"reason" text,
	CONSTRAINT "unmatched_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "unmatched_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "home_link_hash" ON "home_link" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "home_link_cid" ON "home_link" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "home_link_patid" ON "home_link" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "unmatched_state" ON "unmatched" USING btree ("cid","state","received_at");--> statement-breakpoint
CREATE INDEX "patient_birth" ON "patient" USING btree ("cid","geburtsdatum");