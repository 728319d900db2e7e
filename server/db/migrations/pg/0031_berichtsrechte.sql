CREATE TABLE "kzv_brief" (
	"cid" text NOT NULL,
	"jahr" integer NOT NULL,
	"quartal" integer NOT NULL,
	"nr" text NOT NULL,
	"je100" double precision NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "kzv_brief_cid_jahr_quartal_nr_pk" PRIMARY KEY("cid","jahr","quartal","nr")
);
--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "is_default" boolean;--> statement-breakpoint
ALTER TABLE "report_mail" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "report_mail" ADD COLUMN "month_day" integer;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "report_grant" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "behandler_id" text;