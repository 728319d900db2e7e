CREATE TABLE "ticket" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"helpdeskid" text NOT NULL,
	"area" text NOT NULL,
	"priority" text NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"opened_by" text NOT NULL,
	"opened_name" text NOT NULL,
	"last_at" bigint NOT NULL,
	"last_side" text NOT NULL,
	"due_at" bigint,
	"solved_at" bigint,
	"assignee_id" text,
	"assignee_name" text,
	"rating" text,
	"rating_text" text,
	CONSTRAINT "ticket_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_entry" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"ticket_id" text NOT NULL,
	"at" bigint NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"state" text,
	CONSTRAINT "ticket_entry_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_helpdeskid" ON "ticket" USING btree ("helpdeskid");--> statement-breakpoint
CREATE INDEX "ticket_last" ON "ticket" USING btree ("cid","last_at");--> statement-breakpoint
CREATE INDEX "ticket_due" ON "ticket" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "ticket_entry_ticket" ON "ticket_entry" USING btree ("cid","ticket_id","at");