CREATE TABLE "held_change" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"open_key" text NOT NULL,
	"state" text NOT NULL,
	"payer" jsonb,
	"method_id" text,
	"method_kind" text,
	"last4" text,
	"mandate" text,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"needs_second" boolean NOT NULL,
	"approved_by" text,
	"approved_at" bigint,
	"needs_reader" boolean NOT NULL,
	"confirmed_at" bigint,
	"stop_hash" text NOT NULL,
	"reader_hash" text,
	"ended_at" bigint,
	CONSTRAINT "held_change_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "held_change_open" ON "held_change" USING btree ("cid","open_key");--> statement-breakpoint
CREATE INDEX "held_change_stop" ON "held_change" USING btree ("stop_hash");--> statement-breakpoint
CREATE INDEX "held_change_reader" ON "held_change" USING btree ("reader_hash");