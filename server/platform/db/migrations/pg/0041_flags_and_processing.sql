CREATE TABLE "flag_rule" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"key" text NOT NULL,
	"environment" text,
	"tenant" text,
	"is_on" boolean NOT NULL,
	"percent" integer NOT NULL,
	"until" text NOT NULL,
	"reason" text NOT NULL,
	"at" bigint NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"ended_at" bigint,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "flag_rule_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "processing_contract" (
	"cid" text NOT NULL,
	"version" text NOT NULL,
	"offered_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"accepted_at" bigint,
	"sha256" text,
	"user_id" text,
	"name" text,
	CONSTRAINT "processing_contract_cid_version_pk" PRIMARY KEY("cid","version")
);
