CREATE TABLE "access_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"session_id" text,
	"tablet_id" text,
	"security_epoch" integer NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_start" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"cid" text NOT NULL,
	"seq" integer NOT NULL,
	"at" bigint NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"data" jsonb NOT NULL,
	"person" text,
	"prev" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_cid_seq_pk" PRIMARY KEY("cid","seq")
);
--> statement-breakpoint
CREATE TABLE "audit_person" (
	"cid" text NOT NULL,
	"seq" integer NOT NULL,
	"salt" text NOT NULL,
	"patid" text NOT NULL,
	CONSTRAINT "audit_person_cid_seq_pk" PRIMARY KEY("cid","seq")
);
--> statement-breakpoint
CREATE TABLE "blob" (
	"cid" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"mime" text NOT NULL,
	"key_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "blob_cid_sha256_pk" PRIMARY KEY("cid","sha256")
);
--> statement-breakpoint
CREATE TABLE "document" (
	"file_id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"task_id" text,
	"sha256" text NOT NULL,
	"title" text NOT NULL,
	"mime" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft" (
	"task_id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"device" text NOT NULL,
	"task_rev" integer NOT NULL,
	"draft_rev" integer NOT NULL,
	"page" integer NOT NULL,
	"of" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "envelope" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"task_id" text NOT NULL,
	"prev_envelope_id" text,
	"op_id" text NOT NULL,
	"data_sha256" text NOT NULL,
	"presented_pdf_sha256" text NOT NULL,
	"final_sha256" jsonb NOT NULL,
	"point_files" jsonb NOT NULL,
	"salt" text,
	"signers" jsonb NOT NULL,
	"evidence" jsonb,
	"level" text NOT NULL,
	"signed_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"sealed_at" bigint,
	"voided_at" bigint
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"tablet_id" text NOT NULL,
	"seq" integer NOT NULL,
	"cid" text NOT NULL,
	"op" text NOT NULL,
	"task_id" text,
	"mappe_id" text,
	"body" "bytea",
	"at" bigint NOT NULL,
	CONSTRAINT "feed_tablet_id_seq_pk" PRIMARY KEY("tablet_id","seq")
);
--> statement-breakpoint
CREATE TABLE "first_user_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" text PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"security_epoch" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"run_after" bigint NOT NULL,
	"locked_until" bigint,
	"error" text,
	"created_at" bigint NOT NULL,
	"done_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mappe" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patids" jsonb NOT NULL,
	"signers" jsonb NOT NULL,
	"language" text NOT NULL,
	"text_scale" integer NOT NULL,
	"identified_by" jsonb,
	"tablet_id" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"undo_until" bigint NOT NULL,
	"closes_at" bigint NOT NULL,
	"paper_copy_wished_at" bigint,
	"paper_copy_done_at" bigint,
	"wrong_person_at" bigint
);
--> statement-breakpoint
CREATE TABLE "op" (
	"device" text NOT NULL,
	"inc" text NOT NULL,
	"n" integer NOT NULL,
	"id" text NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"task_id" text NOT NULL,
	"task_rev" integer NOT NULL,
	"schema" integer NOT NULL,
	"sha256" text NOT NULL,
	"header" jsonb NOT NULL,
	"bytes" "bytea" NOT NULL,
	"result" text NOT NULL,
	"code" text,
	"received_at" bigint NOT NULL,
	"settled_at" bigint,
	"settled_by" text,
	CONSTRAINT "op_device_inc_n_pk" PRIMARY KEY("device","inc","n")
);
--> statement-breakpoint
CREATE TABLE "op_head" (
	"device" text NOT NULL,
	"inc" text NOT NULL,
	"cid" text NOT NULL,
	"n" integer NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "op_head_device_inc_pk" PRIMARY KEY("device","inc")
);
--> statement-breakpoint
CREATE TABLE "patient" (
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"title" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"geburtsdatum" text NOT NULL,
	"street" text NOT NULL,
	"plz" text NOT NULL,
	"city" text NOT NULL,
	"herkunft" text NOT NULL,
	"merged_into" text,
	"created_at" bigint NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "patient_cid_patid_pk" PRIMARY KEY("cid","patid")
);
--> statement-breakpoint
CREATE TABLE "practice_key" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"purpose" text NOT NULL,
	"wrapped" "bytea",
	"public_jwk" jsonb,
	"certificate" "bytea",
	"created_at" bigint NOT NULL,
	"retired_at" bigint
);
--> statement-breakpoint
CREATE TABLE "praxis" (
	"cid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "r4c" (
	"r4c_uuid" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4chost" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" bigint,
	"long_login" boolean NOT NULL,
	"security_epoch" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"absolute_until" bigint NOT NULL,
	"step_up_until" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "tablet" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4c_uuid" text NOT NULL,
	"name" text NOT NULL,
	"posture" text NOT NULL,
	"sign_key" jsonb NOT NULL,
	"seal_key" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"gate" jsonb NOT NULL,
	"exceptions" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	"inc" text,
	"high_n" integer NOT NULL,
	"ack_n" integer NOT NULL,
	"safe_n" integer NOT NULL,
	"feed_seq" integer NOT NULL,
	"health" jsonb,
	"activity" jsonb,
	"activity_at" bigint,
	"help_at" bigint,
	"help_answered_at" bigint,
	"lost_submissions" integer,
	"registered_at" bigint NOT NULL,
	"last_seen_at" bigint,
	"lease_until" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "tablet_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4c_uuid" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "tablet_nonce" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"tablet_id" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tablet_pending" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4c_uuid" text NOT NULL,
	"secret_hash" text NOT NULL,
	"number" text NOT NULL,
	"sign_key" jsonb NOT NULL,
	"seal_key" jsonb NOT NULL,
	"gate" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"state" text NOT NULL,
	"tablet_id" text
);
--> statement-breakpoint
CREATE TABLE "task" (
	"task_id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"mappe_id" text NOT NULL,
	"position" integer NOT NULL,
	"patid" text NOT NULL,
	"kind" text NOT NULL,
	"template" text NOT NULL,
	"title" text NOT NULL,
	"form_requirement" jsonb NOT NULL,
	"state" text NOT NULL,
	"state_at" bigint NOT NULL,
	"task_rev" integer NOT NULL,
	"data" text NOT NULL,
	"data_sha256" text NOT NULL,
	"presented_pdf_sha256" text,
	"presented_bytes" integer,
	"boxes" jsonb,
	"renderer" jsonb,
	"page" integer NOT NULL,
	"of" integer NOT NULL,
	"talk" jsonb NOT NULL,
	"read" jsonb,
	"attention" text,
	"started_at" bigint,
	"submitted_at" bigint,
	"filed_at" bigint,
	"filed_by" text,
	"export" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "termin" (
	"cid" text NOT NULL,
	"termin_id" text NOT NULL,
	"patid" text NOT NULL,
	"day" text NOT NULL,
	"time" text NOT NULL,
	"minutes" integer NOT NULL,
	"zimmer" text NOT NULL,
	"behandler" text NOT NULL,
	"art" text NOT NULL,
	CONSTRAINT "termin_cid_termin_id_pk" PRIMARY KEY("cid","termin_id")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"lastname" text NOT NULL,
	"role" text NOT NULL,
	"behandler" boolean NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "access_expires" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "document_cid" ON "document" USING btree ("cid","at");--> statement-breakpoint
CREATE INDEX "document_patid" ON "document" USING btree ("cid","patid");--> statement-breakpoint
CREATE UNIQUE INDEX "document_task" ON "document" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "envelope_task" ON "envelope" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "envelope_cid" ON "envelope" USING btree ("cid");--> statement-breakpoint
CREATE UNIQUE INDEX "job_key" ON "job" USING btree ("key");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("state","run_after");--> statement-breakpoint
CREATE INDEX "mappe_cid" ON "mappe" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "mappe_tablet" ON "mappe" USING btree ("tablet_id");--> statement-breakpoint
CREATE UNIQUE INDEX "op_id" ON "op" USING btree ("id");--> statement-breakpoint
CREATE INDEX "op_task" ON "op" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "patient_search" ON "patient" USING btree ("cid","search");--> statement-breakpoint
CREATE INDEX "practice_key_cid" ON "practice_key" USING btree ("cid","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "r4c_host" ON "r4c" USING btree ("r4chost");--> statement-breakpoint
CREATE UNIQUE INDEX "session_refresh" ON "session" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tablet_cid" ON "tablet" USING btree ("cid");--> statement-breakpoint
CREATE UNIQUE INDEX "tablet_token" ON "tablet" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tablet_pending_cid" ON "tablet_pending" USING btree ("cid","state");--> statement-breakpoint
CREATE INDEX "task_mappe" ON "task" USING btree ("mappe_id");--> statement-breakpoint
CREATE INDEX "task_state" ON "task" USING btree ("cid","state");--> statement-breakpoint
CREATE INDEX "termin_day" ON "termin" USING btree ("cid","day");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree ("email");--> statement-breakpoint
CREATE INDEX "user_cid" ON "user" USING btree ("cid");