CREATE TABLE "debit_notice" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"source" text NOT NULL,
	"cents" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"is_ordered" boolean NOT NULL,
	"at" bigint NOT NULL,
	"keys" jsonb NOT NULL,
	CONSTRAINT "debit_notice_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
ALTER TABLE "contract" ADD COLUMN "notice" jsonb;--> statement-breakpoint
ALTER TABLE "contract" ADD COLUMN "hold_until" bigint;--> statement-breakpoint
ALTER TABLE "contract" ADD COLUMN "hold_reason" text;--> statement-breakpoint
ALTER TABLE "contract" ADD COLUMN "paused_until" bigint;--> statement-breakpoint
CREATE INDEX "debit_notice_due" ON "debit_notice" USING btree ("cid","due_at");