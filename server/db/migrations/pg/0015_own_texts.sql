CREATE TABLE "own_text" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"rev" integer NOT NULL,
	"template" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"languages" jsonb NOT NULL,
	"based_on" text,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"published_at" bigint,
	CONSTRAINT "own_text_cid_id_version_pk" PRIMARY KEY("cid","id","version")
);
