CREATE TABLE "voucher" (
	"cid" text NOT NULL,
	"code_hash" text NOT NULL,
	"batch_id" text NOT NULL,
	"last4" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "voucher_cid_code_hash_pk" PRIMARY KEY("cid","code_hash")
);
--> statement-breakpoint
CREATE TABLE "voucher_batch" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"sponsor" text NOT NULL,
	"effect" text NOT NULL,
	"value" integer NOT NULL,
	"months" integer NOT NULL,
	"plans" jsonb NOT NULL,
	"valid_from" bigint NOT NULL,
	"valid_until" bigint NOT NULL,
	"count" integer NOT NULL,
	"per_code" integer NOT NULL,
	"user_id" text NOT NULL,
	"approved_by" text,
	"made_at" bigint,
	"blocked_at" bigint,
	"at" bigint NOT NULL,
	CONSTRAINT "voucher_batch_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "voucher_redemption" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"batch_id" text NOT NULL,
	"tenant" text NOT NULL,
	"last4" text NOT NULL,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL,
	"applied_at" bigint,
	CONSTRAINT "voucher_redemption_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE INDEX "voucher_batch_id" ON "voucher" USING btree ("batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "voucher_redemption_once" ON "voucher_redemption" USING btree ("batch_id","tenant");--> statement-breakpoint
CREATE INDEX "voucher_redemption_tenant" ON "voucher_redemption" USING btree ("tenant");