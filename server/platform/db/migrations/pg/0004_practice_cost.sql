CREATE TABLE "practice_cost" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"centre" text NOT NULL,
	"target" text NOT NULL,
	"name" text NOT NULL,
	"cents" bigint NOT NULL,
	"per" text NOT NULL,
	"valid_from" text NOT NULL,
	"valid_to" text,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "practice_cost_cid_id_pk" PRIMARY KEY("cid","id")
);
