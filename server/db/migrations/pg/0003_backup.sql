CREATE TABLE "backup_config" (
	"id" text PRIMARY KEY NOT NULL,
	"path" text,
	"target_since" bigint,
	"every_minutes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_run" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint NOT NULL,
	"ok" boolean NOT NULL,
	"code" text,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_sheet" (
	"id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"mac_wrapped" "bytea" NOT NULL,
	"confirm_hash" text,
	"practices" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint
);
--> statement-breakpoint
CREATE INDEX "backup_run_at" ON "backup_run" USING btree ("kind","started_at");--> statement-breakpoint
CREATE INDEX "recovery_sheet_at" ON "recovery_sheet" USING btree ("created_at");