CREATE TABLE "paper_set" (
	"cid" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"by_name" text NOT NULL,
	"sheets" jsonb NOT NULL,
	"languages" jsonb NOT NULL
);
