CREATE TABLE "stray_mail" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"message_id" text NOT NULL,
	"at" bigint NOT NULL,
	"sender" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"removed" integer NOT NULL,
	"files" integer NOT NULL,
	CONSTRAINT "stray_mail_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_mail" (
	"cid" text NOT NULL,
	"message_id" text NOT NULL,
	"ticket_id" text NOT NULL,
	"at" bigint NOT NULL,
	"way" text NOT NULL,
	CONSTRAINT "ticket_mail_cid_message_id_pk" PRIMARY KEY("cid","message_id")
);
--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "mail_word" text;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD COLUMN "removed" integer;--> statement-breakpoint
ALTER TABLE "ticket_entry" ADD COLUMN "left_out" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "stray_mail_message" ON "stray_mail" USING btree ("cid","message_id");--> statement-breakpoint
CREATE INDEX "stray_mail_sender" ON "stray_mail" USING btree ("cid","sender","at");--> statement-breakpoint
CREATE INDEX "ticket_mail_message" ON "ticket_mail" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "ticket_mail_ticket" ON "ticket_mail" USING btree ("cid","ticket_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_mail_word" ON "ticket" USING btree ("mail_word");