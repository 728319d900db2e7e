CREATE TABLE "answers" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"task_id" text,
	"form" text NOT NULL,
	"form_sha256" text NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"response" jsonb NOT NULL,
	"answered_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"tablet_id" text,
	"recorded_by" text,
	"adds_to" text,
	"problems" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"rev" integer NOT NULL,
	"questionnaire" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"languages" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"published_at" bigint,
	CONSTRAINT "form_cid_id_version_pk" PRIMARY KEY("cid","id","version")
);
--> statement-breakpoint
CREATE INDEX "answers_patid" ON "answers" USING btree ("cid","patid","answered_at");--> statement-breakpoint
CREATE INDEX "answers_cid" ON "answers" USING btree ("cid","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "answers_task" ON "answers" USING btree ("task_id");