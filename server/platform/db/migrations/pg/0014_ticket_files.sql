CREATE TABLE "canned_text" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "canned_text_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_file" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"ticket_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"at" bigint NOT NULL,
	"side" text NOT NULL,
	"user_id" text NOT NULL,
	"mime" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "ticket_file_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "follows_id" text;--> statement-breakpoint
CREATE INDEX "ticket_file_ticket" ON "ticket_file" USING btree ("cid","ticket_id","at");--> statement-breakpoint
CREATE INDEX "ticket_file_content" ON "ticket_file" USING btree ("cid","sha256");