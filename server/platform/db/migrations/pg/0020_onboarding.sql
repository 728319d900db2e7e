CREATE TABLE "onboarding_note" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"step" text,
	"text" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "onboarding_note_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE INDEX "onboarding_note_at" ON "onboarding_note" USING btree ("cid","at");