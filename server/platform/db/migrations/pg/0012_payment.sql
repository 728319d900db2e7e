CREATE TABLE "contract" (
	"cid" text NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"plan" text,
	"next_plan" text,
	"started_at" bigint,
	"period_end" bigint,
	"is_ending" boolean NOT NULL,
	"ended_at" bigint,
	"method_id" text,
	"method_kind" text,
	"last4" text,
	"mandate" text,
	"payer" jsonb,
	"open_since" bigint,
	"step" integer NOT NULL,
	"step_at" bigint NOT NULL,
	"fetched_at" bigint NOT NULL,
	CONSTRAINT "contract_cid_pk" PRIMARY KEY("cid")
);
--> statement-breakpoint
CREATE TABLE "payment_change" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"plan" text,
	"session_id" text,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL,
	"done_at" bigint,
	CONSTRAINT "payment_change_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "payment_invoice" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"at" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"is_attempted" boolean NOT NULL,
	"is_processing" boolean NOT NULL,
	"disputed_cents" bigint NOT NULL,
	"recovered_cents" bigint NOT NULL,
	CONSTRAINT "payment_invoice_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "stripe_event" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "stripe_event_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "contract_customer" ON "contract" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_invoice_at" ON "payment_invoice" USING btree ("cid","at");--> statement-breakpoint
CREATE INDEX "stripe_event_at" ON "stripe_event" USING btree ("at");